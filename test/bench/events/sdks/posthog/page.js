import posthog from 'posthog-js'

/** Starts the SDK. Answers what tracks one event. */
export function open(collector) {
  return new Promise(resolve => {
    posthog.init('phc_bench', {
      api_host: collector,
      persistence: 'localStorage',
      request_batching: true,
      // Ten events a second otherwise.
      rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
      // A browser under automation is a bot otherwise, whose events are dropped.
      opt_out_useragent_filter: true,
      // Only what `track` calls is measured.
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      capture_performance: false,
      disable_session_recording: true,
      disable_surveys: true,
      advanced_disable_flags: true,
      disable_external_dependency_loading: true,
      loaded: sdk => resolve((name, data) => sdk.capture(name, data)),
    })
  })
}
