import { describe, expect, it } from 'vitest';
import { cn } from '../../../src/lib/cn.ts';

describe('class names', () => {
  it('let the later of two win', () => {
    expect(cn('px-3 py-2', 'p-4')).toBe('p-4');
    expect(cn('px-3', 'ps-2')).toBe('px-3 ps-2');
    expect(cn('ps-2', 'px-3')).toBe('px-3');
    expect(cn('text-ui text-muted-foreground', 'text-sm')).toBe('text-muted-foreground text-sm');
    expect(cn('text-foreground', 'text-[0.9375rem]')).toBe('text-foreground text-[0.9375rem]');
    expect(cn('text-start', 'text-end')).toBe('text-end');
    expect(cn('font-medium', 'font-[580]')).toBe('font-[580]');
    expect(cn('size-7', 'h-9')).toBe('size-7 h-9');
    expect(cn('h-9 w-9', 'size-7')).toBe('size-7');
    expect(cn('border border-border', 'border-foreground')).toBe('border border-foreground');
    expect(cn('border-b border-border', 'border-b-0')).toBe('border-border border-b-0');
    expect(cn('grid', 'flex')).toBe('flex');
    expect(cn('rounded-md', 'rounded-full')).toBe('rounded-full');
    expect(cn('overflow-x-auto overflow-y-hidden')).toBe('overflow-x-auto overflow-y-hidden');
    expect(cn('overflow-y-auto', 'overflow-hidden')).toBe('overflow-hidden');
  });

  it('keep variants apart', () => {
    expect(cn('max-md:h-11 h-9', 'h-7')).toBe('max-md:h-11 h-7');
    expect(cn('hover:bg-accent', 'hover:bg-muted')).toBe('hover:bg-muted');
  });

  it('drop what is not there', () => {
    expect(cn('a', false, undefined, null, ['b', { c: true, d: false }])).toBe('a b c');
  });
});
