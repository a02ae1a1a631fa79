import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvCell } from '../../../server/core/csv.ts';
import { pictureOf } from '@/components/charts/chart-files.ts';
import { saveFile } from '@/lib/save-file.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';

export interface ChartProps {
  /** Names the measure. */
  title: string;
  /** At the end of the title: "%", "er_f". */
  unit?: string | undefined;
  /** What the chart shows, in one visible sentence. */
  finding?: ReactNode;
  /** Under the sentence: the formula, what is left out. */
  source?: string | undefined;
  n?: number | undefined;
  asOf?: Date | undefined;
  /** Older than it should be: drawn in grey and said. */
  stale?: boolean | undefined;
  /** Of downloads, without ending. */
  fileName: string;
  /** While there is nothing to draw. */
  state?:
    | { kind: 'loading' }
    | { kind: 'error'; error: unknown; onRetry: () => void }
    | { kind: 'empty'; title?: string; text?: string; action?: ReactNode }
    | undefined;
  className?: string | undefined;
}

export interface ChartTable {
  head: readonly string[];
  /** As shown, and as written to a file: a number there has no grouping and no unit. */
  rows: readonly { text: readonly string[]; raw: readonly CsvCell[] }[];
}

interface ChartFrameProps extends ChartProps {
  /** The picture in one sentence, for those who do not see it. */
  summary: string;
  notes?: readonly string[];
  table: ChartTable;
  /** The value under the pointer or the keyboard; it takes the place of the unit. */
  readout: string | null;
  legend?: ReactNode;
  height: number;
  children: ReactNode;
}

/** Title, drawing, sentence, source, the same values as a table, and both as files. */
export function ChartFrame({ state, ...props }: ChartFrameProps) {
  const heading = useId();
  return (
    <figure
      aria-labelledby={heading}
      data-slot="chart"
      data-stale={props.stale || undefined}
      className={cn('min-w-0 border-t border-border-strong pt-3', props.className)}
    >
      <figcaption className="mb-2 flex min-h-6 items-baseline justify-between gap-3">
        <h3 id={heading} className="heading-item">
          {props.title}
        </h3>
        <span className="figures text-xs text-muted-foreground" aria-hidden={props.readout !== null}>
          <bdi>{props.readout ?? props.unit}</bdi>
        </span>
      </figcaption>
      {state ? <ChartState state={state} height={props.height} /> : <ChartBody {...props} />}
    </figure>
  );
}

function ChartState({ state, height }: { state: NonNullable<ChartProps['state']>; height: number }) {
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation();
  if (state.kind === 'loading')
    return (
      <div role="status" aria-busy="true" className="fade-in-delayed" style={{ height }}>
        <span className="sr-only">{common('label.loading')}</span>
        <Skeleton className="h-full! w-full" />
      </div>
    );
  if (state.kind === 'error') return <ErrorState error={state.error} onRetry={state.onRetry} />;
  return (
    <div className="rounded-lg border border-dashed border-input px-5 py-4">
      <p className="heading-item">{state.title ?? t('empty.title')}</p>
      <p className="text-sm text-muted-foreground">{state.text ?? t('empty.text')}</p>
      {state.action ? <div className="mt-2.5">{state.action}</div> : null}
    </div>
  );
}

function ChartBody({
  title,
  finding,
  source,
  n,
  asOf,
  stale,
  fileName,
  summary,
  notes = [],
  table,
  legend,
  children,
}: Omit<ChartFrameProps, 'state'>) {
  const { t, i18n } = useTranslation('charts');
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const [failed, setFailed] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const facts = [
    n === undefined ? null : `n = ${format.number(n)}`,
    asOf ? t('asOf', { date: format.dateTime(asOf) }) : null,
    stale ? t('stale') : null,
    ...notes,
    source,
  ].filter(Boolean);
  const note = facts.join(' · ');
  const saveTable = async () => {
    const { csvText } = await import('@/lib/csv.ts');
    saveFile(
      `${fileName}.csv`,
      new Blob([csvText([table.head, ...table.rows.map(({ raw }) => raw)])], { type: 'text/csv;charset=utf-8' }),
    );
  };
  const savePicture = async () => {
    const svg = drawing.current?.querySelector('svg');
    if (!svg) return;
    try {
      saveFile(`${fileName}.png`, await pictureOf(svg, title, note, i18n.dir() === 'rtl'));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      {asTable ? <ValueTable title={title} table={table} /> : null}
      <div hidden={asTable}>
        {legend}
        {/* Time and values run left to right in every language. */}
        <div ref={drawing} dir="ltr" className="relative">
          {children}
        </div>
      </div>
      <p className="mt-2 text-ui">{finding ?? summary}</p>
      {note === '' ? null : <p className="figures mt-0.5 text-xs text-muted-foreground">{note}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1">
        <Button variant="quiet" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('showTable')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => void saveTable()}>
          {t('saveCsv')}
        </Button>
        {asTable ? null : (
          <Button variant="quiet" size="small" onClick={() => void savePicture()}>
            {t('savePng')}
          </Button>
        )}
      </div>
      {failed ? (
        <p role="alert" className="text-xs text-destructive">
          {t('pictureFailed')}
        </p>
      ) : null}
    </>
  );
}

function ValueTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    <div role="region" aria-label={title} tabIndex={0} className="max-h-72 overflow-auto">
      <table className="w-full border-collapse text-ui">
        <thead className="text-start text-caption text-muted-foreground">
          <tr>
            {table.head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={cn('border-b border-border py-1.5 font-530', index === 0 ? 'text-start' : 'text-end')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ text }, row) => (
            <tr key={row} className="border-b border-border last:border-b-0">
              {text.map((cell, index) => (
                <td key={index} className={cn('figures py-1.5', index === 0 ? 'text-start' : 'text-end')}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
