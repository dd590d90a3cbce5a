import { useState } from 'react';
import { pingServer } from './server-actions.ts';

/** Pings a server on request; `pinging` until it has answered. */
export function usePing(name: string): { readonly pinging: boolean; readonly ping: () => void } {
  const [pinging, setPinging] = useState(false);
  const ping = async () => {
    setPinging(true);
    await pingServer(name);
    setPinging(false);
  };
  return { pinging, ping: () => void ping() };
}
