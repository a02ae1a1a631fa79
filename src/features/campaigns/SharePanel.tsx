import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const STEPS = ['market', 'compare', 'pay'] as const;

/** On a campaign without applications: what comes next, and the link to send to creators. */
export function SharePanel({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('campaigns');
  const [copied, setCopied] = useState(false);
  const address = `${window.location.origin}/campaigns/${campaignId}`;
  return (
    <section
      aria-labelledby="what-next"
      className="grid max-w-form gap-5 rounded-lg border border-border-strong bg-card px-5 py-4.5"
    >
      <div>
        <h2 id="what-next" className="heading-section">
          {t('next.title')}
        </h2>
        <ol className="mt-2 grid list-decimal gap-1 ps-5">
          {STEPS.map((step) => (
            <li key={step}>{t(`next.${step}`)}</li>
          ))}
        </ol>
      </div>
      <Field id="share-link" label={t('share.title')} hint={t('share.text')}>
        <div className="flex flex-wrap gap-2">
          <Input
            id="share-link"
            aria-describedby="share-link-hint"
            readOnly
            dir="ltr"
            value={address}
            onFocus={(event) => event.currentTarget.select()}
            className="min-w-56 flex-1"
          />
          <Button
            onClick={() => {
              void navigator.clipboard.writeText(address).then(
                () => setCopied(true),
                // Without access to the clipboard, the address is selected, ready to be copied by hand.
                () => document.querySelector<HTMLInputElement>('#share-link')?.select(),
              );
            }}
          >
            {t('share.copy')}
          </Button>
          <Button asChild variant="quiet">
            <Link to="/campaigns/$campaignId" params={{ campaignId }}>
              {t('act.view')}
            </Link>
          </Button>
        </div>
      </Field>
      <p role="status" className="-mt-3 text-sm text-muted-foreground empty:hidden">
        {copied ? t('share.copied') : null}
      </p>
    </section>
  );
}
