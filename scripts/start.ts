/**
 * `npm start` and `npm run dev`: PostgreSQL (unless DATABASE_URL names one), migrations, then web and worker as children.
 * Ends when asked to, or with exit code 1 as soon as one of them ends; nothing is restarted behind the operator's back.
 */
import { refuseStart } from "#lib/platform/refuse-start.ts";
import { missingTools } from "#lib/platform/sandbox/tools.ts";
import { buildApp } from "./build-app.ts";
import { startInstance } from "./instance.ts";
import { endRequested } from "./processes.ts";

const dev = process.argv.includes("--dev");

for (const tool of missingTools([
  "git",
  "openssh-client",
  "bubblewrap",
  "passt",
  "nftables",
  "python3-venv",
])) {
  console.error(`${tool.why} Install it with: ${tool.install}`);
}
if (!dev) buildApp(console.log);

const asked = endRequested();
const instance = await startInstance({ dev }).catch(refuseStart);
console.log(`Lectern is running: ${instance.dashboardUrl}`);
const reason = await Promise.race([asked, instance.ended]);
console.log(`Stopping (${reason})`);
await instance.stop();
process.exit(reason.startsWith("SIG") ? 0 : 1);
