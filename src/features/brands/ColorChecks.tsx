import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BLACK, colorsOf, contrastsOf, MIN_CONTRAST, WHITE } from '../../../server/features/brands/rules.ts';
import type { FormControl } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { useFormat } from '@/lib/format.ts';

/** How readable white and black text is on each of the typed colors. */
export function ColorChecks({ control }: { control: FormControl<BrandFormInput> }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const typed = useWatch({ control, name: 'colors' });
  const colors = colorsOf(typed).filter((color) => /^#[\da-f]{6}$/u.test(color));
  if (colors.length === 0) return null;
  return (
    <ul aria-label={t('color.checks')} className="-mt-3 grid gap-2">
      {contrastsOf([...new Set(colors)]).map(({ color, white, black }) => {
        const text = white >= MIN_CONTRAST ? (black >= MIN_CONTRAST ? 'both' : 'white') : 'black';
        return (
          <li key={color} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span
              aria-hidden
              className="grid h-8 w-14 place-items-center rounded-sm border border-border font-semibold"
              style={{ backgroundColor: color, color: text === 'black' ? BLACK : WHITE }}
            >
              Aa
            </span>
            <bdi dir="ltr" className="figures">
              {color}
            </bdi>
            <span className="text-muted-foreground">
              {t('color.ratios', { white: format.number(white), black: format.number(black) })}
            </span>
            <span>{t(`color.use.${text}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
