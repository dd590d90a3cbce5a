import {
  type HttpResponse,
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  type TemplatedApp,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import { ExplainedError } from '../runtime/explained-error.ts';

// The package has them; its types do not.
declare module 'uWebSockets.js' {
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  interface TemplatedApp {
    listen(
      host: string,
      port: number,
      options: number,
      done: (socket: us_listen_socket | false) => void,
    ): TemplatedApp;
    /** Is told of each connection that is opened (1) and closed (-1); `res.close` refuses one that is opened. */
    filter(changed: (res: HttpResponse, change: 1 | -1) => void): TemplatedApp;
  }
}

/** A port that is listened on. Nothing else may close its socket: both methods may be called at any time and again. */
export interface Listening {
  readonly port: number;
  /** Accepts no more connections; those that are open stay. */
  stopAccepting(): void;
  /** Accepts no more connections and drops every one of the app's. */
  close(): void;
}

/**
 * Listens on a port for this process alone: by default uWS shares the port, and a second coordinator would silently get
 * half of the connections. Rejects with a sentence for the operator.
 */
export function listenOn(
  app: TemplatedApp,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    app.listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket) resolve(listening(app, socket));
      else
        reject(
          new ExplainedError(
            `Cannot listen on ${host}:${port}: the port is in use, or this machine does not have the address`,
          ),
        );
    });
  });
}

function listening(app: TemplatedApp, socket: us_listen_socket): Listening {
  const port = us_socket_local_port(socket);
  let accepts = true;
  let isOpen = true;
  // uWS frees the socket soon after it is closed, by itself or with its app: a second close would write to freed memory.
  const stopAccepting = (): void => {
    if (accepts) us_listen_socket_close(socket);
    accepts = false;
  };
  return {
    port,
    stopAccepting,
    close() {
      stopAccepting();
      if (isOpen) app.close();
      isOpen = false;
    },
  };
}
