import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicBrand } from '../../../server/features/brands/schema.ts';
import { LazyPointMap } from '@/components/map/lazy-map.tsx';

const NO_LIMITS = { min: 1, max: 1 };

/** The brand's locations that have a place, on the map of their countries; nothing where none has one. */
export function BrandMap({ brand: { locations } }: { brand: PublicBrand }) {
  const { t } = useTranslation('brands');
  const [active, setActive] = useState<readonly string[]>([]);
  const points = locations.flatMap(({ name, lat, lon }, index) =>
    lat === null || lon === null ? [] : [{ id: String(index), lat, lon, label: name }],
  );
  if (points.length === 0) return null;
  return (
    <div className="mt-3">
      <LazyPointMap
        label={t('field.locations')}
        countries={[...new Set(locations.flatMap(({ country }) => country ?? []))]}
        points={points}
        active={active}
        onActive={setActive}
        onPick={setActive}
        groupText={(_, names) => names}
        radius={null}
        limits={NO_LIMITS}
        onRadius={() => {}}
      />
    </div>
  );
}
