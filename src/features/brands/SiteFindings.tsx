import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  colorsOf,
  linesOf,
  MAX_COLORS,
  MAX_COVERS,
  MAX_LINKS,
  MAX_LOCATIONS,
} from '../../../server/features/brands/rules.ts';
import type { BrandProfile, FoundPicture, SiteFindings as Found } from '../../../server/features/brands/schema.ts';
import type { FormOf } from '@/components/form/use-app-form.ts';
import type { BrandFormInput } from '@/features/brands/checks.ts';
import { sendPicture } from '@/features/brands/send-picture.ts';
import { codeText, isErrorCode } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { api } from '@/lib/trpc.ts';
import { UploadError } from '@/lib/upload.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';

export type BrandFormOf = FormOf<BrandFormInput>;

interface Finding {
  id: string;
  label: string;
  now: ReactNode;
  found: ReactNode;
  /** Why it cannot be taken over. */
  problem: string | null;
  take: () => void | Promise<unknown>;
}

function useFindings(site: Found, form: BrandFormOf, profile: BrandProfile): Finding[] {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const values = form.getValues();
  const set = (name: 'description' | 'colors' | 'links', value: string) =>
    form.setValue(name, value, { shouldDirty: true });
  const none = <span className="text-muted-foreground">{t('site.nothing')}</span>;
  const findings: Finding[] = [];
  const { description, location } = site;
  if (description && description !== values.description.trim())
    findings.push({
      id: 'description',
      label: t('field.description'),
      now: values.description ? <span dir="auto">{values.description}</span> : none,
      found: <span dir="auto">{description}</span>,
      problem: null,
      take: () => set('description', description),
    });
  const colors = colorsOf(values.colors);
  const newColors = site.colors.filter((color) => !colors.includes(color));
  if (newColors.length > 0)
    findings.push({
      id: 'colors',
      label: t('field.colors'),
      now: colors.length > 0 ? <bdi dir="ltr">{colors.join(', ')}</bdi> : none,
      found: <bdi dir="ltr">{newColors.join(', ')}</bdi>,
      problem: null,
      take: () => set('colors', [...colors, ...newColors].slice(0, MAX_COLORS).join(', ')),
    });
  const links = linesOf(values.links);
  const newLinks = site.links.filter((link) => !links.includes(link));
  if (newLinks.length > 0)
    findings.push({
      id: 'links',
      label: t('field.links'),
      now: links.length > 0 ? <bdi dir="ltr">{links.join(' ')}</bdi> : none,
      found: <bdi dir="ltr">{newLinks.join(' ')}</bdi>,
      problem: null,
      take: () => set('links', [...links, ...newLinks].slice(0, MAX_LINKS).join('\n')),
    });
  const isKnown = values.locations.some(
    (one) => one.city === location?.city && one.address.trim() === location?.address,
  );
  if (location && !isKnown && values.locations.length < MAX_LOCATIONS)
    findings.push({
      id: 'location',
      label: t('field.locations'),
      now: values.locations.length > 0 ? <bdi>{values.locations.map((one) => one.name).join(', ')}</bdi> : none,
      found: (
        <bdi>
          {[
            location.name,
            location.address,
            location.city,
            location.country ? format.countryName(location.country) : null,
          ]
            .filter(Boolean)
            .join(', ')}
        </bdi>
      ),
      problem: null,
      take: () =>
        form.setValue(
          'locations',
          [...form.getValues('locations'), { ...location, name: location.name || profile.name }],
          {
            shouldDirty: true,
          },
        ),
    });
  const picture = (kind: 'logo' | 'cover', found: FoundPicture | null, label: string, now: ReactNode) => {
    const { data, problem } = found ?? {};
    if (!found) return;
    findings.push({
      id: kind,
      label,
      now,
      found: data ? <img src={data} alt="" className="max-h-24 max-w-full rounded-sm border border-border" /> : none,
      problem: problem && isErrorCode(problem) ? codeText(problem) : problem ? t('kit.notSent') : null,
      take: async () => {
        if (data) await sendPicture(kind, await (await fetch(data)).blob());
      },
    });
  };
  const { kit } = profile;
  picture('logo', site.logo, t('kit.logo'), kit.logo ? <img src={kit.logo.url} alt="" className="size-12" /> : none);
  if (kit.covers.length < MAX_COVERS)
    picture('cover', site.cover, t('site.cover'), t('kit.covers', { n: kit.covers.length, max: MAX_COVERS }));
  return findings;
}

/** What the site says beside what the profile says; each is taken over by a tick. */
export function SiteFindings({
  site,
  form,
  profile,
  onDone,
}: {
  site: Found;
  form: BrandFormOf;
  profile: BrandProfile;
  onDone: () => void;
}) {
  const { t } = useTranslation('brands');
  const id = useId();
  const findings = useFindings(site, form, profile);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [taking, setTaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const host = new URL(site.url).hostname;
  if (findings.length === 0) return <Alert>{t('site.none', { host })}</Alert>;
  const take = async () => {
    setTaking(true);
    setProblem(null);
    try {
      for (const finding of findings) if (ticked.includes(finding.id)) await finding.take();
      void toast('success', t('site.taken'));
      onDone();
    } catch (error) {
      setProblem(
        error instanceof UploadError && error.shape ? codeText(error.shape.code, error.shape.data) : t('kit.notSent'),
      );
    } finally {
      setTaking(false);
      if (ticked.includes('logo') || ticked.includes('cover')) await api.brands.invalidate();
    }
  };
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border-strong bg-card px-4 py-4">
      <h3 id={id} className="heading-item">
        {t('site.found', { host })}
      </h3>
      <p className="text-sm text-muted-foreground">{t('site.choose')}</p>
      {problem ? (
        <Alert tone="problem" className="mt-2">
          {problem}
        </Alert>
      ) : null}
      <ul className="mt-2">
        {findings.map((finding) => (
          <li key={finding.id} className="border-b border-border py-3 last:border-b-0">
            <label className="flex items-start gap-3">
              <Checkbox
                className="mt-0.5"
                disabled={finding.problem !== null}
                checked={ticked.includes(finding.id)}
                onCheckedChange={(on) =>
                  setTicked((before) => (on ? [...before, finding.id] : before.filter((one) => one !== finding.id)))
                }
              />
              <span className="grid min-w-0 grow gap-1 text-sm">
                <span className="font-medium">{finding.label}</span>
                <span className="wrap-anywhere">
                  <span className="text-muted-foreground">{t('site.now')} </span>
                  {finding.now}
                </span>
                <span className="wrap-anywhere">
                  <span className="text-muted-foreground">{t('site.onSite')} </span>
                  {finding.found}
                </span>
                {finding.problem ? <span className="text-muted-foreground">{finding.problem}</span> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="ink"
          pending={taking}
          aria-disabled={ticked.length === 0 || undefined}
          onClick={() => {
            if (ticked.length > 0) void take();
          }}
        >
          {t('site.take')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('site.close')}
        </Button>
      </div>
    </section>
  );
}
