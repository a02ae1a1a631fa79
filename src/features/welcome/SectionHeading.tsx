import type { ReactNode } from 'react';

/** Title of a section and the sentence beneath it. */
export function SectionHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="display max-w-[14em] text-[calc(min(2.5rem,9.2vw)*var(--display-scale,1))] md:text-[calc(3.625rem*var(--display-scale,1))]">
        {title}
      </h2>
      {children ? (
        <p className="mt-[18px] max-w-[36em] text-[1.0625rem] leading-[1.6875rem] text-muted-foreground md:text-[1.125rem] md:leading-[1.8125rem]">
          {children}
        </p>
      ) : null}
    </>
  );
}
