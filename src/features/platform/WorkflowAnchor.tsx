import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '@/ui/tooltip.tsx';

/** A link to the workflow in Temporal's UI, in a new tab. */
export function WorkflowAnchor({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation('platform');
  return (
    <Tooltip
      content={
        <bdi dir="ltr" className="break-all">
          {name}
        </bdi>
      }
    >
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex min-h-6 items-center gap-1 text-sm whitespace-nowrap"
      >
        {t('workflow.open')}
        <ExternalLink aria-hidden className="size-3.5" />
        <span className="sr-only">{name}</span>
      </a>
    </Tooltip>
  );
}
