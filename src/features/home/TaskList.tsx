import {
  Banknote,
  CircleDashed,
  CircleSlash,
  Compass,
  Eye,
  FileSignature,
  Landmark,
  MessageSquareQuote,
  PencilLine,
  Scale,
  Send,
  TriangleAlert,
  UserRoundPen,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { HomeTask } from '../../../server/features/home/schema.ts';
import { releaseWait } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { countValues } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

const ICONS: Record<HomeTask['kind'], LucideIcon> = {
  review: Eye,
  release: Banknote,
  fund: CircleDashed,
  finish_payment: CircleDashed,
  sign: FileSignature,
  sign_addendum: FileSignature,
  answer_offer: MessageSquareQuote,
  read_applications: Users,
  finish_draft: PencilLine,
  submit: Send,
  fix_changes: PencilLine,
  dispute: Scale,
  answer_cancel: CircleSlash,
  connect_bank: Landmark,
  pay_out: Banknote,
  pay_failed: TriangleAlert,
  confirm_payment: TriangleAlert,
  complete_profile: UserRoundPen,
  apply: Compass,
};
const TINTS: Partial<Record<HomeTask['kind'], string>> = {
  review: 'bg-review-surface text-review-foreground',
  fix_changes: 'bg-changes-surface text-changes-foreground',
  dispute: 'bg-disputed-surface text-disputed-foreground',
  pay_failed: 'bg-disputed-surface text-disputed-foreground',
  confirm_payment: 'bg-unknown-surface text-unknown-foreground',
};

/** What a task says of its deadline: a review promises a release only while money of its currency goes out. */
export function taskText({ kind, currency, onHold, bonus }: HomeTask, paused: readonly Currency[]) {
  const wait = currency && releaseWait({ currency, onHold }, paused);
  if (wait && (kind === 'review' || kind === 'release')) return 'task.review.textWaiting';
  if (wait === 'pause' && kind === 'pay_out') return 'task.pay_out.textPaused';
  if (bonus && kind === 'fund') return 'task.fund.textBonus';
  return `task.${kind}.text` as const;
}

/** The user's tasks, the nearest deadline first; only payments have a gold button. */
export function TaskList({ tasks }: { tasks: readonly HomeTask[] }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const paused = usePausedCurrencies();
  return (
    <ul className="md:grid md:grid-cols-[36px_minmax(0,1fr)_150px_auto] md:gap-x-3.5">
      {tasks.map((task) => {
        const Icon = ICONS[task.kind];
        const amount =
          task.amount !== null && task.currency ? format.money({ amount: task.amount, currency: task.currency }) : '';
        const values = { title: task.title, who: task.who ?? '', amount, ...countValues(task.count ?? 1) };
        return (
          <li
            key={`${task.kind}:${task.link}`}
            className="grid grid-cols-[36px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-b border-border py-3 last:border-b-0 max-md:items-start md:col-span-full md:grid-cols-subgrid"
          >
            <span
              aria-hidden
              className={`grid size-9 place-items-center rounded-md ${TINTS[task.kind] ?? 'bg-muted text-muted-foreground'}`}
            >
              <Icon className="size-4" />
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{t(`task.${task.kind}.title`, values)}</p>
              <p className="text-sm text-muted-foreground">{t(taskText(task, paused), values)}</p>
            </div>
            <div className="text-sm empty:hidden max-md:col-start-2 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2 md:empty:block">
              {task.deadlineAt ? (
                <>
                  <Countdown deadline={task.deadlineAt} />
                  <span className="block text-muted-foreground">
                    <DateText value={task.deadlineAt} />
                  </span>
                </>
              ) : null}
            </div>
            <Button
              asChild
              variant={
                task.kind === 'fund' || task.kind === 'finish_payment'
                  ? 'money'
                  : task.kind === 'review'
                    ? 'ink'
                    : 'outline'
              }
              className="max-md:col-start-2 max-md:mt-1.5 max-md:min-w-[118px] max-md:justify-self-start md:justify-self-end"
            >
              <AddressLink address={task.link}>{t(`task.${task.kind}.button`, values)}</AddressLink>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
