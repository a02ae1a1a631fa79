/** Links that a user gave, which open in a tab of their own. */
export function LinkList({ links, className }: { links: readonly string[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link} className="truncate">
          <a href={link} target="_blank" rel="noreferrer nofollow ugc" className="link">
            <bdi dir="ltr">{link.replace(/^https?:\/\//u, '')}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
