/** The file is gone, another one is in its place, or the log beside it is gone or another. */
export const LOST_CODES = ['STORE_GONE', 'STORE_REPLACED', 'STORE_LOG_GONE'] as const;
export type LostCode = (typeof LOST_CODES)[number];

/** SQLite has one result code for everything that is wrong with a statement; this is what a table that is gone has instead. */
export const NO_SUCH_TABLE = 'SQLITE_NO_SUCH_TABLE';
