import { type ReactNode, useEffect, useRef, useState } from 'react';

/** What stands far down a page: rendered, and its code loaded, once its place is near the window. */
export function WhenNear({ children }: { children: ReactNode }) {
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
  // As high as a short section: the page can be scrolled to it before it is there.
  return near ? children : <div ref={place} className="h-40" />;
}
