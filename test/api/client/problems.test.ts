import { describe, expect, test } from 'vitest';
import { problem, serverProblems } from '../../../src/api/client/problems.ts';
import {
  AuthError,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type SvcError,
  TryLaterError,
} from '../../../src/base/errors.ts';
import fc, { forAll, runs } from '../../support/properties.ts';

type Family = new (message: string) => SvcError;

test.each<[status: number, family: Family, exit: number, code: string]>([
  [400, RejectedError, 5, 'rejected'],
  [401, AuthError, 4, 'auth'],
  [402, RejectedError, 5, 'rejected'],
  [403, AuthError, 4, 'auth'],
  [404, NotFoundError, 3, 'not_found'],
  [405, RejectedError, 5, 'rejected'],
  [409, RejectedError, 5, 'rejected'],
  [410, NotFoundError, 3, 'not_found'],
  [413, RejectedError, 5, 'rejected'],
  [415, RejectedError, 5, 'rejected'],
  [418, RejectedError, 5, 'rejected'],
  [422, RejectedError, 5, 'rejected'],
  [429, TryLaterError, 7, 'try_later'],
  [500, TryLaterError, 7, 'try_later'],
  [501, TryLaterError, 7, 'try_later'],
  [502, TryLaterError, 7, 'try_later'],
  [503, TryLaterError, 7, 'try_later'],
  [504, TryLaterError, 7, 'try_later'],
  [300, ProtocolError, 9, 'protocol'],
  [304, ProtocolError, 9, 'protocol'],
])('status %i gives %o with exit %i and code %s', (status, family, exit, code) => {
  const error = problem({ status, body: '{"errors":["Words"]}', request: 'GET https://a.test/x' });
  expect(error).toBeInstanceOf(family);
  expect(error).toMatchObject({ exit, code, status, request: 'GET https://a.test/x', errors: [{ title: 'Words' }] });
  expect(error.retryable).toBe(code === 'try_later');
});

test('the error for a wait that is too long shows the seconds, rounded up', () => {
  const error = problem({ status: 429, body: '', request: 'GET https://a.test/x', tooLongMs: 60_001 });
  expect(error.hint).toBe('Try again in 61 seconds.');
});

test('the errors for 410 and 409 explain the status', () => {
  expect(problem({ status: 410, body: '', request: 'GET x' }).message).toBe('No longer exists.');
  expect(problem({ status: 409, body: '', request: 'POST x' }).message).toBe('Conflicts with an existing resource.');
});

test('the error for a 404 does not say whether the resource exists', () => {
  expect(problem({ status: 404, body: '', request: 'GET x' }).message).toBe(
    'Not found, or not visible with this token.',
  );
});

describe('the messages of an error body', () => {
  test.each<[title: string, body: string, expected: unknown[]]>([
    [
      'the platform: title, detail and pointer',
      '{"errors":[{"status":"422","title":"invalid attribute","detail":"Title can\'t be blank","source":{"pointer":"/data/attributes/title"}}]}',
      [{ title: 'invalid attribute', detail: "Title can't be blank", pointer: '/data/attributes/title' }],
    ],
    ['the registry: strings', '{"errors":["Not Found","Really"]}', [{ title: 'Not Found' }, { title: 'Really' }]],
    [
      'the platform: a query parameter',
      '{"errors":[{"status":"400","title":"invalid","source":{"parameter":"filter[name]"}}]}',
      [{ title: 'invalid', parameter: 'filter[name]' }],
    ],
    [
      'application/problem+json: title and detail',
      '{"type":"about:blank","title":"Bad Request","status":400,"detail":"The header Accept is not acceptable"}',
      [{ title: 'Bad Request', detail: 'The header Accept is not acceptable' }],
    ],
    ['application/problem+json without a detail', '{"title":"Forbidden","instance":"/x"}', [{ title: 'Forbidden' }]],
    [
      'application/problem+json with problems in it',
      '{"title":"Unprocessable","errors":[{"detail":"must be positive"},"and whole"]}',
      [{ title: 'Unprocessable' }, { detail: 'must be positive' }, { title: 'and whole' }],
    ],
    ['a code alone', '{"errors":[{"code":"quota_exceeded"}]}', [{ code: 'quota_exceeded' }]],
    ['a source alone', '{"errors":[{"source":{"header":"Accept"}}]}', [{ header: 'Accept' }]],
    ['a number', '{"errors":[404]}', [{ title: '404' }]],
    ['one object instead of a list', '{"errors":{"title":"one"}}', [{ title: 'one' }]],
    ['one string instead of a list', '{"errors":"one"}', [{ title: 'one' }]],
    ['a mix of both', '{"errors":["one",{"detail":"two"}]}', [{ title: 'one' }, { detail: 'two' }]],
    ['entries that say nothing', '{"errors":[null,[],{},true,{"title":1}]}', []],
    ['a source that is null', '{"errors":[{"title":"one","source":null}]}', [{ title: 'one' }]],
    ['no errors at all', '{"message":"no"}', []],
    ['null', 'null', []],
    ['a list', '[1,2]', []],
    ['a string', '"no"', []],
    ['a number alone', '7', []],
    ['nothing', '', []],
    ['HTML', '<!DOCTYPE html><title>502</title>', []],
    ['half of a document', '{"errors":[{"title":"o', []],
  ])('reads the messages of an error body: %s', (_title, body, expected) => {
    expect(serverProblems(body)).toEqual(expected);
  });

  test('reads at most a hundred messages of an error body', () => {
    expect(serverProblems(JSON.stringify({ errors: Array.from({ length: 5000 }, String) }))).toHaveLength(100);
  });

  // trust: T-61
  test('reading the messages of an error body never fails, whatever text or JSON it has', () => {
    forAll(
      [
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((errors) => JSON.stringify({ errors })),
          fc.jsonValue().map((source) => JSON.stringify({ errors: [{ source }], title: source })),
        ),
      ],
      runs(1000),
      (body) => {
        for (const entry of serverProblems(body)) {
          for (const word of Object.values(entry)) expect(typeof word).toBe('string');
        }
      },
    );
  });
});
