import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. It does not settle which of two wins that set the same property: that is the order of the style
 * sheet. A component picks one of them by a condition; a caller that overrides a component's own says so with `!`.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
