import { Tooltip as RadixTooltip } from 'radix-ui';
import { type ReactNode, useState } from 'react';

const DELAY_MS = 700;
const SKIP_MS = 300;

/** When the last tooltip of the page closed: a neighbour within 300 ms opens at once. */
let closedAt = 0;

/** Opens after 700 ms. A help that is never needed: whatever must be known stands on the page. */
export function Tooltip({ content, children, side = 'top' }: { content: ReactNode; children: ReactNode; side?: 'top' | 'bottom' }) {
  const [delay, setDelay] = useState(DELAY_MS);
  return (
    <RadixTooltip.Provider delayDuration={delay} skipDelayDuration={SKIP_MS}>
      <RadixTooltip.Root
        onOpenChange={(open) => {
          if (!open) closedAt = Date.now();
        }}
      >
        <RadixTooltip.Trigger asChild onPointerEnter={() => setDelay(Date.now() - closedAt < SKIP_MS ? 0 : DELAY_MS)}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-md bg-primary px-2.5 py-1.5 text-xs text-primary-foreground data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in-0"
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
