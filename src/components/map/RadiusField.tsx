import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readRadius } from '@/components/map/map-math.ts';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface RadiusFieldProps {
  km: number;
  limits: { min: number; max: number };
  onChange: (km: number) => void;
}

/** The radius as a number, beside the handle on the map. Text that is no radius stays in the field with its reason. */
export function RadiusField({ km, limits, onChange }: RadiusFieldProps) {
  const { t } = useTranslation('map');
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const text = typed ?? String(km);
  const commit = () => {
    if (typed === null) return;
    const read = readRadius(typed, limits);
    setRefused(read === null);
    if (read === null) return;
    setTyped(null);
    if (read !== km) onChange(read);
  };
  const error = refused ? t('radiusProblem', limits) : undefined;
  return (
    <Field id={id} label={t('radius')} error={error}>
      <div className="relative" dir="ltr">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          className="figures pe-11"
          value={text}
          aria-invalid={refused || undefined}
          aria-describedby={describedBy(id, { error })}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              commit();
            }
          }}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted-foreground"
        >
          {t('km')}
        </span>
      </div>
    </Field>
  );
}
