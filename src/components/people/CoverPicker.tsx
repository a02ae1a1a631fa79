import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { cn } from '@/lib/cn.ts';
import { api } from '@/lib/trpc.ts';

export interface CoverPickerProps {
  label: string;
  hint: ReactNode;
  /** The choice without a picture. */
  none: string;
  /** Accessible name of the picture at this place. */
  nameOf: (n: number) => string;
  /** Instead of pictures, where the kit holds none; a link to the kit follows. */
  empty: ReactNode;
  toKit: ReactNode;
  couldNotLoad: string;
  value: string | null;
  onValue: (pictureId: string | null) => void;
}

/** One of the covers of the brand's kit, or none. */
export function CoverPicker({
  label,
  hint,
  none,
  nameOf,
  empty,
  toKit,
  couldNotLoad,
  value,
  onValue,
}: CoverPickerProps) {
  const name = useId();
  const query = useQuery(api.brands.mine.queryOptions());
  if (query.isPending) return <PendingSkeleton rows={2} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={couldNotLoad} onRetry={() => void query.refetch()} />;
  const { covers } = query.data.kit;
  const tile =
    'relative grid h-20 w-32 cursor-pointer place-items-center overflow-hidden rounded-md border bg-card text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2';
  const chosen = (on: boolean) =>
    on ? 'border-foreground shadow-[inset_0_0_0_2px_var(--foreground)]' : 'border-input';
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm leading-4.5 font-medium">{label}</legend>
      <p className="text-sm text-muted-foreground">
        {covers.length > 0 ? hint : empty}{' '}
        <Link to="/brand" className="link">
          {toKit}
        </Link>
      </p>
      {covers.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <label className={cn(tile, chosen(value === null))}>
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === null}
              onChange={() => onValue(null)}
            />
            {none}
          </label>
          {covers.map((cover, index) => (
            <label key={cover.id} className={cn(tile, chosen(value === cover.id))}>
              <input
                type="radio"
                name={name}
                aria-label={nameOf(index + 1)}
                className="absolute inset-0 z-1 cursor-pointer opacity-0"
                checked={value === cover.id}
                onChange={() => onValue(cover.id)}
              />
              <img src={cover.url} alt="" className={cn('size-full object-cover', value === cover.id && 'p-1')} />
            </label>
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
