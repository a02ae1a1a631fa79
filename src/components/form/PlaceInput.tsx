import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import type { SuggestedPlace } from '../../../server/features/places/schema.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';
import { Input } from '@/ui/input.tsx';

interface PlaceInputProps extends Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange'> {
  id: string;
  text: string;
  onText: (text: string) => void;
  onChoose: (place: SuggestedPlace) => void;
  /** ISO code; its places come first. */
  country: string | null;
}

const MIN_TYPED = 2;

/** A text field with places to choose from while typing. */
export function PlaceInput({ id, text, onText, onChoose, country, onBlur, ...attributes }: PlaceInputProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const places = useSuggestions(text, country, open);
  const visible = open && places.length > 0;
  const choose = (place: SuggestedPlace) => {
    onChoose(place);
    setOpen(false);
    setActive(-1);
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    // From the text to the first or last, and from the ends back to the text.
    const next = active + step;
    setActive(next >= places.length ? -1 : next < -1 ? places.length - 1 : next);
  };
  return (
    <div className="relative">
      <Input
        {...attributes}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={visible}
        aria-controls={visible ? `${id}-list` : undefined}
        aria-activedescendant={visible && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onBlur={(event) => {
          setOpen(false);
          setActive(-1);
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const place = places[active];
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
          } else if (event.key === 'Enter' && visible && place) {
            event.preventDefault();
            choose(place);
          } else if (event.key === 'Escape' && visible) {
            event.stopPropagation();
            setOpen(false);
            setActive(-1);
          }
        }}
      />
      {visible ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-labelledby={`${id}-label`}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-border bg-popover p-1 text-popover-foreground shadow-md"
        >
          {places.map((place, index) => (
            <PlaceOption
              key={place.id}
              id={`${id}-${index}`}
              place={place}
              active={index === active}
              onChoose={() => choose(place)}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function PlaceOption({
  id,
  place,
  active,
  onChoose,
}: {
  id: string;
  place: SuggestedPlace;
  active: boolean;
  onChoose: () => void;
}) {
  const format = useFormat();
  return (
    // The keyboard stays in the field, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        'flex min-h-9 cursor-default flex-wrap items-center gap-x-2 rounded-6 px-3 py-1 text-ui hover:bg-accent touch:min-h-11',
        active && 'bg-accent',
      )}
    >
      <bdi>{place.name}</bdi>
      <span className="text-sm text-muted-foreground">
        {place.region ? <bdi dir="ltr">{place.region} · </bdi> : null}
        {format.countryName(place.country)}
      </span>
    </div>
  );
}

/** Places for what is typed; the last ones stay while the next are read. */
function useSuggestions(text: string, country: string | null, open: boolean): SuggestedPlace[] {
  const typed = useDeferredValue(text.trim());
  const enabled = open && typed.length >= (/\p{Script=Han}/u.test(typed) ? 1 : MIN_TYPED);
  const { data } = useQuery({
    ...api.places.suggest.queryOptions({ text: typed || '-', language: currentLocale(), country }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return enabled ? (data ?? []) : [];
}
