import { CircleAlert, CircleCheck, CircleQuestionMark, Info } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';

export interface ToasterProps {
  direction: 'ltr' | 'rtl';
  theme: 'light' | 'dark';
  /** Accessible name of the region. */
  label: string;
}

/** Bottom end, 5 s; swiping 50 px away closes a toast. Results about money also stay on the page. */
export function Toaster({ direction, theme, label }: ToasterProps) {
  return (
    <Sonner
      dir={direction}
      theme={theme}
      containerAriaLabel={label}
      position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'}
      duration={5000}
      swipeDirections={['right', 'left', 'bottom']}
      visibleToasts={4}
      gap={10}
      style={{ fontFamily: 'inherit' }}
      offset={20}
      mobileOffset={{ bottom: 'calc(76px + env(safe-area-inset-bottom))', left: 16, right: 16 }}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-released-foreground" />,
        error: <CircleAlert aria-hidden className="size-4 text-disputed-foreground" />,
        warning: <CircleQuestionMark aria-hidden className="size-4" />,
        info: <Info aria-hidden className="size-4" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'flex w-full items-start gap-2.5 rounded-lg border border-border-strong bg-popover px-3.5 py-3 text-ui text-popover-foreground shadow-overlay md:w-[380px]',
          content: 'min-w-0 grow',
          title: 'font-semibold',
          description: 'text-muted-foreground',
          icon: 'mt-0.5',
          actionButton: 'shrink-0 text-sm link',
          cancelButton: 'shrink-0 text-sm link',
        },
      }}
    />
  );
}
