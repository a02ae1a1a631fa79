import { type ComponentProps, createContext, type KeyboardEvent, useContext, useId, useState } from 'react';
import { cn } from '@/lib/cn.ts';
import { tabListStyles, tabStyles } from '@/ui/tab-styles.ts';

export { tabListStyles, tabStyles };

interface TabsState {
  id: string;
  value: string | undefined;
  choose: (value: string) => void;
}

const TabsContext = createContext<TabsState>({ id: '', value: undefined, choose: () => undefined });

export interface TabsProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/** Panels of which one is visible. Tabs that are addresses are `PageTabs`. */
export function Tabs({ value, defaultValue, onValueChange, ...props }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultValue);
  const choose = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    <TabsContext value={{ id, value: value ?? own, choose }}>
      <div {...props} />
    </TabsContext>
  );
}

export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  return <div role="tablist" className={cn(tabListStyles, className)} onKeyDown={moveAlong} {...props} />;
}

export function TabsTrigger({ value, className, ...props }: ComponentProps<'button'> & { value: string }) {
  const tabs = useContext(TabsContext);
  const active = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={active}
      aria-controls={`${tabs.id}-panel-${value}`}
      tabIndex={active ? 0 : -1}
      data-state={active ? 'active' : 'inactive'}
      className={cn(tabStyles, className)}
      onClick={() => tabs.choose(value)}
      onFocus={() => {
        if (!active) tabs.choose(value);
      }}
      {...props}
    />
  );
}

export function TabsContent({ value, className, children, ...props }: ComponentProps<'div'> & { value: string }) {
  const tabs = useContext(TabsContext);
  const active = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!active}
      tabIndex={0}
      className={cn('pt-4 outline-offset-4', className)}
      {...props}
    >
      {active ? children : null}
    </div>
  );
}

/** Arrow keys follow the visual order: in right-to-left languages the next tab is on the left. */
function moveAlong(event: KeyboardEvent<HTMLDivElement>) {
  const list = event.currentTarget;
  const all = [...list.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  const target = { [forward]: all[(at + 1) % all.length], [back]: all.at(at - 1), Home: all[0], End: all.at(-1) }[
    event.key
  ];
  if (!target || at === -1) return;
  event.preventDefault();
  target.focus();
}
