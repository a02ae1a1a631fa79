import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { PlaceInput } from '@/components/form/PlaceInput.tsx';
import { RadiusField } from '@/components/map/RadiusField.tsx';
import { DEFAULT_RADIUS_KM, RADIUS_LIMITS } from '@/features/discovery/discovery-filters.ts';
import { useFilterPlaces } from '@/features/discovery/use-places.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';

/** Places, each with its radius. */
export function PlaceFilter({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (places: NonNullable<Filters['places']>) => void;
}) {
  const { t } = useTranslation('discovery');
  const id = useId();
  const [text, setText] = useState('');
  const named = useFilterPlaces(filters);
  const places = filters.places ?? [];
  return (
    <div className="grid gap-3">
      <Field id={id} label={t('name.places')}>
        <PlaceInput
          id={id}
          text={text}
          country={null}
          dir="auto"
          maxLength={80}
          placeholder={t('place.type')}
          onText={setText}
          onChoose={(place) => {
            setText('');
            if (!places.some((one) => one.id === place.id))
              onChange([...places, { id: place.id, radiusKm: DEFAULT_RADIUS_KM }].slice(-5));
          }}
        />
      </Field>
      {places.map((place) => (
        <div key={place.id} className="grid gap-1 rounded-md border border-border p-2.5">
          <div className="flex items-center justify-between gap-2 text-sm font-medium">
            <bdi>{named.get(place.id)?.name ?? '…'}</bdi>
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('remove', { filter: named.get(place.id)?.name ?? '' })}
              onClick={() => onChange(places.filter((one) => one.id !== place.id))}
            >
              <X aria-hidden />
            </Button>
          </div>
          <RadiusField
            key={place.radiusKm}
            km={place.radiusKm}
            limits={RADIUS_LIMITS}
            onChange={(radiusKm) => onChange(places.map((one) => (one.id === place.id ? { ...one, radiusKm } : one)))}
          />
        </div>
      ))}
    </div>
  );
}
