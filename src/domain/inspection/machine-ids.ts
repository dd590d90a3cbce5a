/** Every statechart whose actors run in the coordinator. Apart from the fields, so that a page can name them without. */
export const MACHINE_IDS = ['player', 'server', 'proxy', 'reboot', 'link'] as const;
export type MachineId = (typeof MACHINE_IDS)[number];
