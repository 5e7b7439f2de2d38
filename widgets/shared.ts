import { Component, createElement, createRef, render } from 'preact'
import { parseObject } from '../src/base/parse-object.js'
import { randomId } from '../src/base/random-id.js'
import { safeDocument } from '../src/base/safe-document.js'
import { enclosingButton } from './enclosing-button.js'
import { findLocale, nearestLang } from './find-locale.js'
import { Fragment, jsx, jsxs } from './jsx-runtime.js'
import { Button } from './kit/button.js'
import { CopyField } from './kit/copy-field.js'
import { ErrorBoundary } from './kit/error-boundary.js'
import { focusZone } from './kit/focus-zone.js'
import { hasShareSheet } from './kit/has-share-sheet.js'
import { hideBrokenImage } from './kit/hide-broken-image.js'
import { Icon } from './kit/icon.js'
import { CHECK, CLOSE, ENVELOPE } from './kit/icon-paths.js'
import { LiveRegion } from './kit/live-region.js'
import { reportLeftOut } from './kit/report-left-out.js'
import { Retry } from './kit/retry.js'
import { catchErrors, onViewError, runForView } from './kit/view-errors.js'
import { observeChanges } from './observe-changes.js'
import { oddAttributes } from './odd-attributes.js'
import { overrideOwnerDocument } from './override-owner-document.js'
import { isUnclosed, pageChildren } from './page-children.js'
import { toText } from './page-values.js'
import { MAX_ITEMS, readImage, readLink, readList, readObject, readText, readTexts } from './readers.js'
import { readMessages, renderZone } from './render-zone.js'
import { heightKey, reservedHeight } from './reserved-height.js'
import { addLink } from './share/add-link.js'
import { ChannelLink } from './share/channel-link.js'
import { Invitation } from './share/invitation.js'
import { linkFor } from './share/link-for.js'
import { readShare } from './share/share-content.js'
import { shareStyles } from './share/share-styles.js'
import { readTheme } from './theme/theme.js'
import { withReports } from './with-reports.js'

/**
 * What the element hands to the views of the script tag, which are files of their own: Preact, the kit, and what else both need. A view imports
 * these names as usual, and the build makes each import a read of this list (`build/element-and-views.ts`).
 */
export const shared: readonly unknown[] = [
  Component,
  createElement,
  createRef,
  render,
  Fragment,
  jsx,
  jsxs,
  parseObject,
  randomId,
  safeDocument,
  linkFor,
  enclosingButton,
  Button,
  CopyField,
  ErrorBoundary,
  focusZone,
  hasShareSheet,
  hideBrokenImage,
  Icon,
  CHECK,
  CLOSE,
  ENVELOPE,
  LiveRegion,
  reportLeftOut,
  Retry,
  catchErrors,
  onViewError,
  runForView,
  findLocale,
  nearestLang,
  observeChanges,
  oddAttributes,
  overrideOwnerDocument,
  isUnclosed,
  pageChildren,
  toText,
  MAX_ITEMS,
  readImage,
  readLink,
  readList,
  readObject,
  readText,
  readTexts,
  readMessages,
  renderZone,
  heightKey,
  reservedHeight,
  addLink,
  ChannelLink,
  Invitation,
  readShare,
  shareStyles,
  readTheme,
  withReports,
]
