import type { Client, Connection } from 'pg';

/** Rows of COPY … TO STDOUT are delivered in pieces as the server sends them. */
interface CopyConnection extends Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

interface Completion {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * node-postgres runs anything that looks like a query object; these two implement the COPY protocol. Its client calls
 * the handlers by these names.
 */
abstract class CopyQuery {
  protected readonly text: string;
  protected readonly completion: Completion;
  protected failure: Error | null = null;

  constructor(text: string, completion: Completion) {
    this.text = text;
    this.completion = completion;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }
  handleError(error: Error): void {
    this.completion.reject(error);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    if (this.failure) this.completion.reject(this.failure);
    else this.completion.resolve();
  }
}

class CopyOut extends CopyQuery {
  private readonly onChunk: (chunk: Buffer) => void;

  constructor(text: string, onChunk: (chunk: Buffer) => void, completion: Completion) {
    super(text, completion);
    this.onChunk = onChunk;
  }

  handleCopyOutResponse(): void {}

  handleCopyData(message: { chunk: Buffer }): void {
    try {
      // The chunk is a view of the protocol reader's buffer, which is reused at once.
      this.onChunk(Buffer.from(message.chunk));
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}

class CopyIn extends CopyQuery {
  private readonly chunks: AsyncIterable<Buffer>;

  constructor(text: string, chunks: AsyncIterable<Buffer>, completion: Completion) {
    super(text, completion);
    this.chunks = chunks;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.feed(connection);
  }

  private async feed(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.chunks) connection.sendCopyFromChunk(chunk);
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error instanceof Error ? error.message : String(error));
    }
  }
}

type Submit = (query: CopyQuery) => void;

/** Runs `COPY … TO STDOUT`, passing each row as the text that COPY writes. */
export function copyOut(client: Client, sql: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) =>
    (client.query as unknown as Submit).call(client, new CopyOut(sql, onChunk, { resolve, reject })),
  );
}

/** Runs `COPY … FROM STDIN` with the given text. */
export function copyIn(client: Client, sql: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) =>
    (client.query as unknown as Submit).call(client, new CopyIn(sql, chunks, { resolve, reject })),
  );
}
