import { clsx } from 'clsx';
import { type ComponentType, Suspense, use, useEffect, useRef } from 'react';

interface Part {
  Part: ComponentType;
  /** Loads the part; afterwards it renders without a fallback. */
  prepare: () => Promise<void>;
}

/** A component whose code is loaded at its first render, unless it was prepared. */
export function splitPart(load: () => Promise<ComponentType>): Part {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const prepare = () =>
    (loading ??= load().then((component) => {
      Loaded = component;
    }));
  return {
    prepare,
    Part: function SplitPart() {
      if (!Loaded) use(prepare());
      return Loaded ? <Loaded /> : null;
    },
  };
}

interface PlaceProps {
  /** The target of the navigation. */
  id: string;
  /** Space reserved until the part is loaded, so that nothing moves. */
  className?: string;
}

/** A part of the page below the fold: its code and texts are loaded when its place is near the window. */
export function lazyPart(load: () => Promise<ComponentType>): {
  Place: ComponentType<PlaceProps>;
  prepare: () => Promise<void>;
} {
  let approach: () => void = () => {};
  const near = new Promise<void>((resolve) => {
    approach = resolve;
  });
  const { Part, prepare } = splitPart(() => near.then(load));
  const now = () => {
    approach();
    return prepare();
  };
  // A prerendered page contains all parts; the browser lays out those near the window.
  const beforehand = typeof window === 'undefined';
  if (beforehand) approach();
  function Place({ id, className }: PlaceProps) {
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
      <div ref={place} id={id} className={clsx(className, beforehand && '[content-visibility:auto]')}>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </div>
    );
  }
  return { Place, prepare: now };
}
