import type { ReactNode } from 'react';

/** Title of a section and the sentence beneath it. */
export function SectionHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="display max-w-[14em] text-display-sm md:text-display-lg">{title}</h2>
      {children ? (
        <p className="mt-4.5 max-w-[36em] text-intro leading-[1.6875rem] text-muted-foreground md:text-[1.125rem] md:leading-[1.8125rem]">
          {children}
        </p>
      ) : null}
    </>
  );
}
