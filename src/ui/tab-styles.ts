import { cn } from '@/lib/cn.ts';

export const tabListStyles = 'flex gap-5.5 overflow-x-auto overflow-y-hidden border-b border-border';
export const tabStyles = cn(
  '-mb-px inline-flex shrink-0 items-center gap-1.5 border-b-2 border-transparent py-2.25 text-ui leading-5 font-medium whitespace-nowrap text-muted-foreground',
  'hover:text-foreground data-[state=active]:border-foreground data-[state=active]:text-foreground aria-[current=page]:border-foreground aria-[current=page]:text-foreground',
  'focus-visible:-outline-offset-2 touch:min-h-11',
);
