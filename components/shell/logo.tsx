import { Link } from "#components/ui/link.tsx";

/** The product's mark: a slanted reading desk on its foot. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path d="M6 8.2 17.5 6v4.6L6 12.8zM11 12.6h2V18h-2zM8.5 17.2h7V19h-7z" className="fill-on-accent" />
    </svg>
  );
}

/** `narrow` leaves only the mark on phones, where a breadcrumb needs the room. */
export function LogoLink({ href, narrow = false }: { href: string; narrow?: boolean }) {
  return (
    <Link href={href} className="flex items-center gap-2 rounded-control font-semibold">
      <Mark />
      <span className={narrow ? "max-sm:sr-only" : undefined}>Lectern</span>
    </Link>
  );
}
