import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'so many codings are read',
    file: 'src/gateway/http/content-encoding.ts',
    from: 'entries.length > MAX_CODINGS',
    to: 'entries.length < 0',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'a long Host is not read',
    file: 'src/gateway/http/client-address.ts',
    from: 'if (host.length > MAX_ADDRESS) return false;',
    to: '',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'so many proxies are looked at',
    file: 'src/gateway/http/client-address.ts',
    from: 'hop < MAX_HOPS && ',
    to: '',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'a query has so many parameters',
    file: 'src/gateway/http/parameters/parameters.ts',
    from: '.length > MAX_PARAMETERS',
    to: '.length < 0',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'a long path is not looked for',
    file: 'src/gateway/fallback.ts',
    from: 'url.length > MAX_PATH',
    to: 'url.length < 0',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'what the headers say is read in the turn of the request',
    file: 'src/gateway/dispatch.ts',
    from: 'const asked = askedOf(req, head, deps.cors);',
    to: 'const asked = askedOf(req, head, deps.cors);\n    frameOf(asked, deps.cors);',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
  {
    promise: 'a tag is found as a whole member of the list',
    file: 'src/gateway/http/entity-tag.ts',
    from: 'isMemberBegin(ifNoneMatch, at) && ',
    to: '',
    test: 'test/hardening/gateway-costly-headers.test.ts',
  },
];
