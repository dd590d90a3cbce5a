import { describe, expect, test } from 'vitest';
import { SessionCookie } from '../../../src/gateway/auth/session-cookie.ts';

const cookie = new SessionCookie(new Uint8Array(32).fill(7));
const [, plainLine] = cookie.headerFor('a.b.c', false);
const [, secureLine] = cookie.headerFor('a.b.c', true);
const [plain = ''] = plainLine.split('=', 1);
const [secure = ''] = secureLine.split('=', 1);

describe('a cookie that is set', () => {
  test('is out of reach of scripts and other sites, and of plain HTTP where the page came over TLS', () => {
    expect(plainLine).toBe(`${plain}=a.b.c; Path=/api; HttpOnly; SameSite=Strict`);
    expect(secureLine).toBe(`__Secure-${plain}=a.b.c; Path=/api; HttpOnly; SameSite=Strict; Secure`);
  });

  test('is that of this coordinator, and not of another one at a port of the same host', () => {
    const other = new SessionCookie(new Uint8Array(32).fill(8));
    expect(other.tokensIn(`${plain}=a.b.c`)).toEqual([]);
    expect(other.headerFor('a.b.c', false)).not.toEqual(cookie.headerFor('a.b.c', false));
  });

  test('is taken away under both names', () => {
    for (const [header, line] of cookie.headersToClear()) {
      expect([header, line.includes('=;'), line.includes('Max-Age=0')]).toEqual(['Set-Cookie', true, true]);
    }
    expect(cookie.headersToClear().map(([, line]) => line.split('=', 1)[0])).toEqual([plain, secure]);
  });
});

describe('a Cookie header', () => {
  test.each([
    ['alone', `${plain}=a.b.c`],
    ['among others', `theme=dark; ${plain}=a.b.c; lang=de`],
    ['in quotes', `${plain}="a.b.c"`],
    ['with spaces around it', `theme=dark ;   ${plain} = a.b.c  ;`],
    ['without the space after the semicolon', `theme=dark;${plain}=a.b.c;x=y`],
    ['behind pairs that are none', `;;=;novalue; =x; ${plain}=a.b.c`],
  ])('has the token %s', (_, header) => {
    expect(cookie.tokensIn(header)).toEqual(['a.b.c']);
  });

  test.each([
    ['nothing', ''],
    ['another name that ends like ours', `x${plain}=a.b.c`],
    ['another name that begins like ours', `${plain}x=a.b.c`],
    ['our name in the value of another', `x=${plain}=a.b.c`],
    ['no value', `${plain}=`],
    ['one quote', `${plain}="`],
    ['half a quote', `${plain}="a.b.c`],
    ['other letters than a token', `${plain}=a b`],
    ['more than a token', `${plain}=${'a'.repeat(2049)}`],
  ])('with %s has none', (_, header) => {
    expect(cookie.tokensIn(header)).toEqual([]);
  });

  test('with both names has that of TLS first, whatever their order', () => {
    expect(cookie.tokensIn(`${plain}=old; ${secure}=new`)).toEqual(['new', 'old']);
  });

  test('with hundreds under our name has the first four', () => {
    const header = Array.from({ length: 500 }, (_, at) => `${plain}=t${at}`).join('; ');
    expect(cookie.tokensIn(header)).toEqual(['t0', 't1', 't2', 't3']);
  });
});
