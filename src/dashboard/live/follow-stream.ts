import { expire, loginNumber } from '../session/session-store.ts';
import { readStream, type StreamListener, type StreamOptions } from './stream-reader.ts';

/** Follows a stream by a connection of this tab until the returned function is called. Without a session the login ends. */
export function followStream(path: string, listener: StreamListener, options: StreamOptions): () => void {
  const login = loginNumber();
  const onSignedOut = () => {
    expire(login);
    listener.onSignedOut?.();
  };
  return readStream(path, { ...listener, onSignedOut }, { ...options, wake: window });
}
