import {
  type HttpResponse,
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  type TemplatedApp,
  type us_listen_socket,
} from 'uWebSockets.js';

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

/**
 * Listens on a port for this process alone: by default uWS shares the port, and a second coordinator would silently get
 * half of the connections. Rejects with a sentence for the operator.
 */
export function listenOn(
  app: TemplatedApp,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<us_listen_socket> {
  return new Promise((resolve, reject) => {
    app.listen(host, port, LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket) resolve(socket);
      else
        reject(
          new Error(
            `Cannot listen on ${host}:${port}: the port is in use, or this machine does not have the address`,
          ),
        );
    });
  });
}
