import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_RATING_LENGTH } from '../../../server/features/ratings/rules.ts';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { StarsField } from '@/components/ratings/Stars.tsx';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface RatingFormProps {
  /** Of what the rating is: names the draft. */
  draft: string;
  pending: boolean;
  error: unknown;
  onGive: (rating: { stars: number; body: string }) => Promise<unknown>;
}

/** One to five stars and a text; what was typed stays until it is accepted. */
export function RatingForm({ draft, pending, error, onGive }: RatingFormProps) {
  const { t } = useTranslation('ratings');
  const field = useId();
  const [stars, setStars] = useDraftState(`rating.stars.${draft}`, 0);
  const [body, setBody] = useDraftState(`rating.${draft}`, '');
  const [missing, setMissing] = useState(false);
  const send = async () => {
    try {
      await onGive({ stars, body: body.trim() });
    } catch {
      // The form shows it.
      return;
    }
    setStars(0);
    setBody('');
  };
  return (
    <form
      className="grid max-w-form gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(stars === 0);
        if (stars > 0 && !pending) void send();
      }}
    >
      <RefusalAlert error={error} />
      <StarsField
        value={stars}
        onChange={(chosen) => {
          setStars(chosen);
          setMissing(false);
        }}
      />
      {missing ? (
        <p role="alert" className="text-sm text-destructive">
          {t('chooseStars')}
        </p>
      ) : null}
      <Field id={field} label={t('text')} hint={t('textHint')}>
        <Textarea
          id={field}
          rows={4}
          maxLength={MAX_RATING_LENGTH}
          dir="auto"
          aria-describedby={`${field}-hint`}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="ink" className="justify-self-start" pending={pending}>
        {t('send')}
      </Button>
    </form>
  );
}
