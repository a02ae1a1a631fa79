import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OPTIONAL_CATEGORIES,
  type OptionalCategory,
  UNUSED_CATEGORIES,
} from '../../../server/features/consents/rules.ts';
import { giveConsent, useConsent } from '@/lib/consent.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

const CHECKBOX = 'mt-0.5 size-4.5 shrink-0 cursor-pointer accent-(--primary) disabled:cursor-not-allowed';

/**
 * The categories one by one; only those allowed before are checked. Without the UI kit, because the start page shows
 * it.
 */
export function ConsentForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t, i18n } = useTranslation('consent');
  const consent = useConsent();
  const [chosen, setChosen] = useState<readonly OptionalCategory[]>(consent?.categories ?? []);
  // A choice made in another tab is applied in place: the focus stays.
  const [shownOf, setShownOf] = useState(consent?.at);
  if (shownOf !== consent?.at) {
    setShownOf(consent?.at);
    setChosen(consent?.categories ?? []);
  }
  const id = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        giveConsent('chosen', chosen, i18n.language);
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('title')}</legend>
        {(['necessary', ...OPTIONAL_CATEGORIES] as const).map((category) => {
          const always = category === 'necessary';
          const note = always ? t('required') : UNUSED_CATEGORIES.includes(category) ? t('unused') : null;
          return (
            <div key={category} className="flex items-start gap-3">
              <input
                id={`${id}-${category}`}
                type="checkbox"
                className={CHECKBOX}
                aria-describedby={`${id}-${category}-text`}
                autoFocus={autoFocus && category === OPTIONAL_CATEGORIES[0]}
                disabled={always}
                checked={always || chosen.includes(category)}
                onChange={(event) => {
                  if (always) return;
                  const { checked } = event.currentTarget;
                  setChosen(
                    OPTIONAL_CATEGORIES.filter((other) => (other === category ? checked : chosen.includes(other))),
                  );
                }}
              />
              <span className="min-w-0">
                <label htmlFor={`${id}-${category}`} className="cursor-pointer font-medium">
                  {t(`category.${category}.name`)}
                </label>
                <span id={`${id}-${category}-text`} className="block text-sm text-muted-foreground">
                  {t(`category.${category}.text`)} {note ? <span className="whitespace-nowrap">{note}.</span> : null}
                </span>
              </span>
            </div>
          );
        })}
      </fieldset>
      <button type="submit" className={buttonStyles({ variant: 'outline', className: 'mt-4' })}>
        {t('save')}
      </button>
    </form>
  );
}
