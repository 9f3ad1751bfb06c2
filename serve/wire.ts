import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";

/** The status line and headers of a 200 as they go over the wire, without those about the connection. Throws what Node would. */
function formatHead(headers: readonly string[]): string {
  let head = "HTTP/1.1 200 OK\r\n";
  for (let i = 0; i < headers.length; i += 2) {
    const [name = "", value = ""] = headers.slice(i, i + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    head += `${name}: ${value}\r\n`;
  }
  return head;
}

/** A whole answer of 200 that is sent again and again: one piece of memory, made anew once a second for the time in it. */
export class Wire {
  readonly #head: string;
  readonly #body: Buffer;
  #whole: Buffer = Buffer.alloc(0);
  #date = "";

  /** `headers` alternate names and values. Throws when they are not valid HTTP. */
  constructor(headers: readonly string[], body: Buffer) {
    this.#head = formatHead(headers);
    this.#body = body;
  }

  /** As it goes over a connection that stays open for `keepAliveMs`. */
  bytes(keepAliveMs: number): Buffer {
    const date = currentDate();
    if (this.#date === date) return this.#whole;
    const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`;
    const head = Buffer.from(`${this.#head}Date: ${date}\r\n${connection}\r\n\r\n`, "latin1");
    this.#whole = Buffer.concat([head, this.#body]);
    this.#date = date;
    return this.#whole;
  }
}

/**
 * A response that may be given whole. Node checks and joins the same twenty headers for every request otherwise, a fifth of the time a
 * page takes (npm run bench -- serve).
 */
export class WireResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** What Node puts before the body. It makes it from the headers unless it is there. */
  declare protected _header: string | null;
  declare protected _headerSent: boolean;

  /**
   * Next sends the head of an answer before its body. Held until both are there, they are one piece to the socket: a tenth of the time of
   * a list (npm run bench -- api). A head without a body goes out at the end of the tick.
   */
  override flushHeaders(): void {
    const { socket } = this;
    socket?.cork();
    super.flushHeaders();
    process.nextTick(() => socket?.uncork());
  }

  /** Sends a whole answer. False when it has to wait for an earlier one of the same connection, and nothing was sent. */
  sendWhole(bytes: Buffer): boolean {
    if (this.socket === null) return false;
    this._header = " ";
    this._headerSent = true;
    this.socket.write(bytes);
    // Until a slow reader has taken everything the connection is not free.
    if (this.socket.writableLength === 0) this.end();
    else this.socket.write("", () => this.end());
    return true;
  }
}

const closeBody: unknown = Reflect.get(IncomingMessage.prototype, "_dumpAndCloseReadable");

/**
 * A request to a server with `optimizeEmptyRequests`, which makes no stream ready for a body that cannot come. Only for methods that have
 * none: Next waits for the end of the others, even of an empty one.
 */
export class WireRequest extends IncomingMessage {
  /** Node calls this for every request without a body. */
  protected _dumpAndCloseReadable(): void {
    const isRead = this.method === "GET" || this.method === "HEAD";
    if (isRead && typeof closeBody === "function") Reflect.apply(closeBody, this, []);
  }
}

let date = "";
let dateUntil = 0;

/** The time in the form of HTTP, made once a second. */
function currentDate(): string {
  const now = Date.now();
  if (now >= dateUntil) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}
