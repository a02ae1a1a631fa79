import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';

interface PartProps {
  /** Where the navigation jumps to. */
  id: string;
  /** Room to keep free until the part is there, so that nothing moves when it arrives. */
  className?: string;
}

/**
 * A part of the page below the fold: its code and texts are fetched when its place comes near. In a page rendered
 * beforehand it can be read at once, and becomes live when it comes near.
 */
export function lazyPart(load: () => Promise<ComponentType>): ComponentType<PartProps> {
  let approach: () => void = () => {};
  const near = new Promise<void>((resolve) => {
    approach = resolve;
  });
  if (typeof window === 'undefined') approach();
  const Part = lazy(async () => {
    await near;
    return { default: await load() };
  });
  return function Place({ id, className }: PartProps) {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const watch = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) approach();
        },
        { rootMargin: '500px 0px' },
      );
      if (place.current) watch.observe(place.current);
      return () => watch.disconnect();
    }, []);
    return (
      <div ref={place} id={id} className={className}>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </div>
    );
  };
}
