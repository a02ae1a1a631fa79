import { cva } from 'class-variance-authority';

/** The look of a button, for links too. What differs between variants and sizes stands there alone. */
export const buttonStyles = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-1.75 border text-center whitespace-nowrap',
    // A long label takes two lines on a narrow phone instead of widening the page.
    'max-md:max-w-full max-md:whitespace-normal',
    'transition-colors duration-(--duration-fast) ease-out select-none',
    'aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-muted aria-disabled:text-muted-foreground',
    '[&_svg]:size-4',
  ],
  {
    variants: {
      variant: {
        ink: 'border-transparent bg-primary font-medium text-primary-foreground hover:bg-primary-hover',
        money: 'border-money-border bg-money font-semibold text-money-foreground figures hover:bg-money-hover',
        outline: 'border-input bg-card font-medium hover:bg-accent',
        quiet: 'border-transparent font-medium hover:bg-accent',
        destructive: 'border-transparent bg-destructive font-medium text-destructive-foreground hover:opacity-90',
        link: 'border-transparent font-normal link',
      },
      size: {
        default:
          'h-[34px] rounded-md text-ui leading-none max-md:h-auto max-md:min-h-11 max-md:py-1.5 max-md:text-lead/tight touch:min-h-11',
        large:
          'h-[42px] rounded-lg px-[18px] text-lead leading-none max-md:h-auto max-md:min-h-12 max-md:leading-tight max-md:py-1.5 touch:min-h-11',
        icon: 'size-[34px] rounded-md p-0 text-ui leading-none max-md:size-11 max-md:text-lead touch:min-h-11',
        small:
          'h-7 rounded-md px-2.5 text-xs max-md:h-auto max-md:min-h-9 max-md:py-1 max-md:text-sm/tight touch:min-h-11',
        inline: 'h-auto min-h-0 rounded-md px-0 text-ui leading-none max-md:text-lead/tight touch:min-h-6',
      },
    },
    compoundVariants: [
      { variant: ['ink', 'money', 'outline', 'destructive'], size: 'default', className: 'px-[13px] max-md:px-4' },
      { variant: 'quiet', size: 'default', className: 'px-[9px] max-md:px-2.5' },
    ],
    defaultVariants: { variant: 'outline', size: 'default' },
  },
);
