import { useTranslation } from 'react-i18next';
import stems from '@/assets/stems.webp';
import { PartyAvatar } from '@/components/people/Party.tsx';
import { TESTIMONIALS } from '@/features/welcome/content.ts';

/** The picture is cut along the seam, mirrored with the reading direction. */
const CUT =
  'ltr:[clip-path:polygon(0_0,100%_0,100%_62%,86%_62%,86%_100%,0_100%)] rtl:[clip-path:polygon(0_0,100%_0,100%_100%,14%_100%,14%_62%,0_62%)]';

/** Quotes: a large one beside a picture of work, two small ones. */
export function Testimonials() {
  const { t } = useTranslation('landing');
  const [first, ...others] = TESTIMONIALS;
  return (
    <section className="mx-auto max-w-page px-5 pt-18 md:px-10 md:pt-26">
      <div className="grid items-start gap-7 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-10 lg:grid-cols-[392px_minmax(0,1fr)] lg:gap-16">
        <img
          src={stems}
          alt={t('testimonials.picture')}
          width={480}
          height={600}
          loading="lazy"
          decoding="async"
          className={`aspect-[4/3] w-full object-cover md:aspect-[5/6] ${CUT}`}
        />
        <div>
          <h2 className="mb-[22px] text-sm font-medium text-muted-foreground">{t('testimonials.title')}</h2>
          <Voice voice={first} large />
          <div className="mt-8 grid gap-8 border-t border-border-strong pt-[30px] md:mt-11 lg:grid-cols-2 lg:gap-10">
            {others.map((voice) => (
              <Voice key={voice.id} voice={voice} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function Voice({ voice, large = false }: { voice: (typeof TESTIMONIALS)[number]; large?: boolean }) {
  const { t } = useTranslation('landing');
  const size = large
    ? 'text-[calc(1.625rem*var(--display-scale,1))] leading-[1.27] md:text-[calc(2.5rem*var(--display-scale,1))] md:leading-[1.2]'
    : 'text-[calc(1.3125rem*var(--display-scale,1))] leading-[1.43]';
  return (
    <figure>
      <blockquote className={`display font-[480] tracking-[-0.014em] text-pretty ${size}`}>
        {t(`testimonials.${voice.id}`)}
      </blockquote>
      <figcaption className="mt-4 flex items-center gap-3 text-note leading-[1.3125rem] text-muted-foreground">
        <PartyAvatar kind={voice.kind} name={voice.avatar} size="md" />
        <span>
          <b className="block font-semibold text-foreground">
            <bdi>{voice.name}</bdi>
          </b>
          {t(`testimonials.${voice.id}By`)}
        </span>
      </figcaption>
    </figure>
  );
}
