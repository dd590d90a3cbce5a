/** Every command of the menus on game servers. Players type `/games`, or what their server makes of it. */
export const MENU_COMMANDS = ['games', 'hubs', 'ban', 'reboot'] as const;
export type MenuCommand = (typeof MENU_COMMANDS)[number];
