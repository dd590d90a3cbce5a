/** Every menu command on game servers. Players type `/games`, or the alias that their server has for it. */
export const MENU_COMMANDS = ['games', 'hubs', 'ban', 'reboot'] as const;
export type MenuCommand = (typeof MENU_COMMANDS)[number];
