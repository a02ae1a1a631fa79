import { keepTemplate, markConversation, markConversationRead } from '../../../server/features/conversations/marks.ts';
import { conversationWith, entries, send } from '../../../server/features/conversations/service.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

type Line = readonly [by: string, body: string, daysAgo: number, hours?: number];

/** Conversations outside of deals: first contacts, an answer in Arabic, a message that waits for staff. */
export function conversationStories(stage: Stage): Record<string, () => Story> {
  const { ago, cast } = stage;
  const orgOf = (key: string): string => cast.get(key)!.orgId;

  /** `to`: of each side, whom it writes to. `readBy`: who has read all of it. */
  function thread(sides: readonly [string, string], lines: readonly Line[], readBy: readonly string[] = []) {
    return async function* (): Story {
      const [one, other] = sides;
      const sideOf = (by: string) => (orgOf(by) === orgOf(one) ? other : one);
      for (const [by, body, days, hours = 0] of lines) {
        yield ago(days, hours);
        await send(stage.as(by), { to: { orgId: orgOf(sideOf(by)) }, body });
      }
      for (const key of readBy) await readAll(key, sideOf(key));
    };
  }

  async function readAll(key: string, other: string): Promise<void> {
    const { id } = await conversationWith(stage.as(key), { orgId: orgOf(other) });
    if (!id) return;
    const { items } = await entries(stage.as(key), { conversationId: id, limit: 50 });
    const newest = items.find((entry) => entry.type === 'message');
    if (newest) await markConversationRead(stage.as(key), { conversationId: id, upTo: newest.id });
  }

  async function* archived(): Story {
    yield* thread(
      ['nadia', 'romain'],
      [
        ['romain', 'Hi Nadia, I film breakfast spots in Lyon. Are you looking for anyone in December?', 12],
        ['nadia', 'Thank you, Romain. December is full; I write to you in January.', 11],
      ],
      ['nadia', 'romain'],
    )();
    await keepTemplate(stage.as('nadia'), {
      name: 'Next season',
      body: 'Thank you, {{name}}. We are planning the next season and write to you in January. {{me}}, {{org}}',
    });
    const { id } = await conversationWith(stage.as('nadia'), { orgId: orgOf('romain') });
    if (id) await markConversation(stage.as('nadia'), { conversationId: id, archived: true });
  }

  return {
    arabicThread: thread(
      ['nadia', 'yusuf'],
      [
        ['nadia', 'Hello Yusuf, we open a small room for tastings in spring. Would you film one evening?', 4],
        ['yusuf', 'أهلاً نادية، يسعدني ذلك. كم ضيفًا تتوقعون، وهل التصوير مسموح طوال الأمسية؟', 3, 6],
        ['nadia', 'Twelve guests, and you may film the whole evening. Two short videos would be enough.', 3],
        ['yusuf', 'ممتاز. أقترح فيديوهين من ثلاثين ثانية، وأرسل لكم الفكرة يوم الخميس.', 1, 4],
      ],
    ),
    hugoThread: thread(
      ['nadia', 'hugo'],
      [
        ['hugo', 'Bonjour Nadia, est-ce que la terrasse reste ouverte cet hiver ?', 6],
        ['nadia', 'Oui, avec des couvertures et du chocolat chaud.', 5, 20],
        ['hugo', 'Parfait, je passe samedi matin pour repérer la lumière.', 5],
      ],
      ['nadia', 'hugo'],
    ),
    camilleThread: thread(
      ['nadia', 'camille'],
      [
        ['nadia', 'Hi Camille, your market reels are lovely. Do you work with cafés?', 8],
        ['camille', 'Thank you! Yes, from January on. A reel starts at €280.', 7],
      ],
      ['nadia', 'camille'],
    ),
    bastienThread: thread(
      ['nadia', 'bastien'],
      [['bastien', 'Hello, could we do the roastery tour on Wednesday instead of Thursday?', 0, 20]],
    ),
    archived,
    phishing: thread(
      ['nadia', 'marcus'],
      [
        ['marcus', 'Hi, I am in Lyon next month and would like to film at Café Lumen.', 2, 8],
        ['marcus', 'Please verify your account first: https://instagram-verify.example/lumen', 2, 7],
      ],
    ),
    mayaAndOrge: thread(
      ['lucie', 'maya'],
      [
        ['lucie', 'Bonjour Maya, nous lançons une bière de Noël. Une story le 12 décembre, cela vous irait ?', 3],
        ['maya', 'Bonjour Lucie, oui, le 12 est libre. Je vous propose deux stories et un post.', 2, 20],
        ['lucie', 'Très bien, je vous envoie une offre demain.', 1, 6],
      ],
    ),
    mayaAndVelours: thread(
      ['anton', 'maya'],
      [
        ['anton', 'Bonjour Maya, seriez-vous disponible pour un atelier thé en janvier ?', 5],
        ['maya', 'Avec plaisir, plutôt la seconde moitié du mois.', 4, 12],
      ],
      ['anton', 'maya'],
    ),
    mayaAndForno: thread(
      ['paolo', 'maya'],
      [['paolo', 'Ciao Maya, passi a Milano a dicembre? Ci piacerebbe un reel nel nostro forno.', 0, 30]],
    ),
  };
}
