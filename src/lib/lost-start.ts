import { NOTICE_BAR } from '@/ui/notice-bar.ts';
import { hasLostFiles, onLostFiles, tryFilesAgain } from '@/lib/lost-files.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/**
 * Reports a missing file until the first texts are loaded, when no component can: the server wrote the message and the
 * button into the shell, in the language of the page. Returns how to end it; `TopNotice` reports from then on.
 */
export function reportLostStart(): () => void {
  let bar: HTMLElement | null = null;
  const stop = onLostFiles(() => {
    bar?.remove();
    bar = hasLostFiles() ? newBar() : null;
    if (bar) document.body.prepend(bar);
  });
  return () => {
    stop();
    bar?.remove();
  };
}

function newBar(): HTMLElement | null {
  const template = document.querySelector<HTMLTemplateElement>('#lost-texts');
  if (!template) return null;
  const bar = document.createElement('div');
  bar.setAttribute('role', 'alert');
  bar.className = NOTICE_BAR;
  bar.append(template.content.cloneNode(true));
  const button = bar.querySelector('button');
  button?.setAttribute('class', buttonStyles({ size: 'small' }));
  button?.addEventListener('click', tryFilesAgain);
  return bar;
}
