type SectionLink = { anchor: string; title: string };

/** Beside a long page where there is room: the way to each of its cards. */
export const SectionLinks = ({ sections }: { sections: readonly SectionLink[] }) => (
  <nav aria-label="On this page" className="sticky top-20 w-56 self-start max-lg:hidden">
    <p className="px-2.5 pb-1 text-tiny font-medium text-muted">On this page</p>
    <ul className="border-s">
      {sections.map(({ anchor, title }) => (
        <li key={anchor}>
          <a href={`#${anchor}`} className="block px-2.5 py-1 text-muted hover:text-text">
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
