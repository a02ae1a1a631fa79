import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface WhenNearProps {
  /** Height until then, about that of what comes. By default that of a short section, so that the page scrolls to it. */
  height?: string;
  children: ReactNode;
}

/** What stands far down a page: rendered, and its code loaded, once its place is near the window. */
export function WhenNear({ height = 'h-40', children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '500px 0px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);
  return near ? children : <div ref={place} className={height} />;
}
