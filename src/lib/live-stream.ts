/** A part of the screen that is refreshed when one of its topics changes. */
export interface Follower {
  topics: readonly string[];
  /** The newest function of the part; one that several parts share runs once. */
  latest: { readonly current: () => unknown };
}

interface Connection {
  topics: ReadonlySet<string>;
  close(): void;
}

interface Transport {
  /** Opens a stream; returns what closes it. `event` names the topics that changed, `end` that the server closed it. */
  open(topics: readonly string[], on: { event(changed: readonly string[]): void; end(): void }): () => void;
  /** Whether anyone looks at the tab. */
  isInView(): boolean;
  maxTopics: number;
}

export interface LiveStream {
  follow(follower: Follower): () => void;
  /** Opens, changes or closes the stream by what is followed and whether the tab is in view. */
  settle(): void;
}

/**
 * One event stream for all followers of a tab: a browser opens six connections to a host over HTTP/1.1, and every stream takes
 * one. It stays open when a follower leaves, and is opened anew when one comes whose topics it lacks.
 */
export function createLiveStream({ open, isInView, maxTopics }: Transport): LiveStream {
  const followers = new Set<Follower>();
  /** Those that were not refreshed since they came. */
  const waiting = new Set<Follower>();
  let connection: Connection | null = null;
  let planned = false;

  function refresh(those: Iterable<Follower>): void {
    const due = new Set([...those].map(({ latest }) => latest.current));
    for (const one of due) one();
  }

  function connect(topics: readonly string[]): Connection {
    const own: Connection = { topics: new Set(topics), close: () => {} };
    const close = open(topics, {
      // The first event reports that the stream is open: refreshing then covers what happened since the page was read.
      event: (changed) => {
        if (connection === own) refresh([...followers].filter((one) => one.topics.some((t) => changed.includes(t))));
      },
      end: () => {
        if (connection === own) connection = null;
      },
    });
    return Object.assign(own, { close });
  }

  function settle(): void {
    planned = false;
    const wanted = isInView() ? [...new Set([...followers].flatMap(({ topics }) => topics))].slice(0, maxTopics) : [];
    const { topics } = connection ?? {};
    if (topics && wanted.length > 0 && wanted.every((one) => topics.has(one))) refresh(waiting);
    else {
      connection?.close();
      connection = null;
      if (wanted.length > 0) connection = connect(wanted);
    }
    waiting.clear();
  }

  /** Once for all parts that come and leave together, as with a new page. */
  function settleSoon(): void {
    if (planned) return;
    planned = true;
    queueMicrotask(settle);
  }

  return {
    settle,
    follow(follower) {
      followers.add(follower);
      waiting.add(follower);
      settleSoon();
      return () => {
        followers.delete(follower);
        waiting.delete(follower);
        settleSoon();
      };
    },
  };
}
