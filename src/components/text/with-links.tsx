import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A text whose marked words ("<terms>…</terms>") are links. */
export function withLinks(text: string, paths: Record<string, string>): ReactNode[] {
  return text.split(/(<\w+>[^<]*<\/\w+>)/u).map((part, index) => {
    const [, name = '', words = ''] = /^<(\w+)>([^<]*)</u.exec(part) ?? [];
    const path = paths[name];
    return path ? (
      <Link key={index} to={path} className="link">
        {words}
      </Link>
    ) : (
      part
    );
  });
}
