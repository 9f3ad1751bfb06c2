/** Who runs a zone, by the end of its name servers' names. */
const providers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\.ns\.cloudflare\.com$/, "Cloudflare"],
  [/\.awsdns-\d+\.(com|net|org|co\.uk)$/, "Amazon Route 53"],
  [/\.azure-dns\.(com|net|org|info)$/, "Azure DNS"],
  [/\.googledomains\.com$/, "Google Cloud DNS"],
  [/\.digitalocean\.com$/, "DigitalOcean"],
  [/\.dnsimple(-edge)?\.(com|net|org)$/, "DNSimple"],
  [/\.gandi\.net$/, "Gandi"],
  [/\.domaincontrol\.com$/, "GoDaddy"],
  [/\.hetzner\.(com|de)$|\.first-ns\.de$|\.second-ns\.(com|de)$/, "Hetzner"],
  [/\.ui-dns\.(com|de|org|biz)$/, "IONOS"],
  [/\.registrar-servers\.com$/, "Namecheap"],
  [/\.name\.com$/, "Name.com"],
  [/\.nsone\.net$/, "NS1"],
  [/\.(ovh|anycast)\.(net|me)$/, "OVHcloud"],
  [/\.porkbun\.com$/, "Porkbun"],
  [/\.vercel-dns\.com$/, "Vercel"],
];

/** The company whose name servers answer for a host, where it is a well-known one. */
export function providerOf(nameServers: readonly string[]): string | null {
  const found = providers.find(([pattern]) => nameServers.some((server) => pattern.test(server)));
  return found?.[1] ?? null;
}
