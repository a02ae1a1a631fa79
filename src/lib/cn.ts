import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Our own sizes of text (`styles/app.css`), which look like colours otherwise. */
const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['ui', 'clock'] },
    classGroups: { 'font-size': [{ heading: ['page', 'section', 'item'] }] },
  },
});

/** Joins class names; of two that set the same property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
