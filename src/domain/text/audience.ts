import type { Uuid } from '../uuid.ts';

/** Where a proxy shows a message. */
export const MESSAGE_STYLES = ['chat', 'action-bar', 'title'] as const;
export type MessageStyle = (typeof MESSAGE_STYLES)[number];

/** Of what staff in the game are told. */
export const NOTICE_KINDS = ['ban', 'unban', 'kick'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Of the players of one proxy: one, those on a server, or everybody. */
export type Audience = { readonly uuid: Uuid } | { readonly server: string } | 'everybody';
