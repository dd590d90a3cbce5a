import type { AnyStateMachine } from 'xstate';
import type { MachineId } from '../domain/inspection/machine-ids.ts';
import { linkMachine } from './link/machine.ts';
import { playerMachine } from './player/machine.ts';
import { proxyMachine } from './proxy/machine.ts';
import { rebootMachine } from './reboot/machine.ts';
import { serverMachine } from './server/machine.ts';

/** Every machine whose actors run in the coordinator, by its id. */
export const ALL_MACHINES: Readonly<Record<MachineId, AnyStateMachine>> = {
  player: playerMachine,
  server: serverMachine,
  proxy: proxyMachine,
  reboot: rebootMachine,
  link: linkMachine,
};
