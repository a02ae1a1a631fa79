import { cva } from 'class-variance-authority';

/** The look of a button, for links too. */
export const buttonStyles = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-[7px] whitespace-nowrap rounded-md border text-ui leading-none font-medium',
    'transition-colors duration-(--duration-fast) ease-out select-none',
    'aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-muted aria-disabled:text-muted-foreground',
    'max-md:text-[0.9375rem] touch:min-h-11 [&_svg]:size-4',
  ],
  {
    variants: {
      variant: {
        ink: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
        money: 'border-money-border bg-money font-semibold text-money-foreground figures hover:bg-money-hover',
        outline: 'border-input bg-card hover:bg-accent',
        quiet: 'border-transparent hover:bg-accent',
        destructive: 'border-transparent bg-destructive text-destructive-foreground hover:opacity-90',
        link: 'h-auto border-transparent min-h-0 px-0 font-normal link touch:min-h-6',
      },
      size: {
        default: 'h-[34px] px-[13px] max-md:h-11 max-md:px-4',
        large: 'h-[42px] rounded-lg px-[18px] text-[0.9375rem] max-md:h-12',
        icon: 'size-[34px] p-0 max-md:size-11',
        small: 'h-7 px-2.5 text-xs max-md:h-9 max-md:text-sm',
        inline: '',
      },
    },
    compoundVariants: [{ variant: 'quiet', size: 'default', className: 'px-[9px] max-md:px-2.5' }],
    defaultVariants: { variant: 'outline', size: 'default' },
  },
);
