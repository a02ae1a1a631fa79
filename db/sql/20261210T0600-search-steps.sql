-- What the index of "tags" finds beside what is counted: steps of figures, groups of niches. server/features/discovery/tags/rules.ts has the
-- same steps. `least` is held for every step up to the largest account, the others for one step each.
create function share_step(p_bps int) returns int language sql immutable parallel safe as $$
  select width_bucket(p_bps, array[100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 5000])
$$;

-- The group of a niche, null for a group; server/features/niches/rules.ts has the same.
create function niche_group(p_niche text) returns text language sql immutable parallel safe as $$
  select case
    when p_niche in ('coffee', 'tea', 'restaurants', 'brunch', 'streetFood', 'cooking', 'bakery', 'desserts', 'vegan', 'vegetarian',
      'healthyFood', 'glutenFree', 'halal', 'wine', 'beer', 'cocktails', 'barbecue', 'pizza', 'asianFood') then 'food'
    when p_niche in ('makeup', 'skincare', 'hair', 'barber', 'nails', 'fragrance', 'cleanBeauty', 'tattoos') then 'beauty'
    when p_niche in ('womensFashion', 'mensFashion', 'streetwear', 'sneakers', 'jewelry', 'vintage', 'luxury', 'modestFashion',
      'plusSize', 'kidsFashion') then 'fashion'
    when p_niche in ('yoga', 'pilates', 'running', 'gym') then 'fitness'
    when p_niche in ('nutrition', 'mentalHealth', 'meditation', 'spa', 'health') then 'wellness'
    when p_niche in ('soccer', 'basketball', 'tennis', 'padel', 'cycling', 'swimming', 'climbing', 'surfing', 'skiing', 'martialArts',
      'golf', 'horseRiding', 'motorsport', 'skateboarding') then 'sports'
    when p_niche in ('localGuide', 'hotels', 'budgetTravel', 'familyTravel') then 'travel'
    when p_niche in ('hiking', 'camping', 'fishing') then 'outdoors'
    when p_niche in ('interior', 'diy', 'gardening', 'plants', 'cleaning', 'realEstate') then 'home'
    when p_niche in ('parenting', 'babies', 'pregnancy', 'kidsActivities') then 'family'
    when p_niche in ('dogs', 'cats') then 'pets'
    when p_niche in ('painting', 'photography', 'videography', 'design', 'dance', 'theater', 'museums', 'crafts', 'ceramics',
      'knitting') then 'art'
    when p_niche in ('djs', 'hipHop') then 'music'
    when p_niche in ('comedy', 'movies', 'books', 'podcasts', 'anime') then 'entertainment'
    when p_niche in ('esports', 'boardGames') then 'gaming'
    when p_niche in ('gadgets', 'ai', 'programming') then 'tech'
    when p_niche in ('finance', 'marketing', 'careers') then 'business'
    when p_niche in ('languageLearning', 'science') then 'education'
    when p_niche in ('motorcycles') then 'cars'
    when p_niche in ('weddings', 'parties', 'concerts', 'nightlife', 'flowers') then 'events'
    when p_niche in ('spirituality', 'shopping') then 'lifestyle'
    end
$$;

create function search_steps(s creator_search) returns text[] language sql immutable parallel safe as $$
  select array(select 'least:' || n from generate_series(1, follower_step(s.followers)) n)
    || array(select distinct 'any:' || follower_step(f)
      from unnest(array[s.instagram_followers, s.tiktok_followers, s.youtube_followers, s.blog_followers, s.ugc_followers]) f where f is not null)
    || array(select distinct 'in:' || n from unnest(s.niches || array(select niche_group(own) from unnest(s.niches) own)) n where n is not null)
    || array(select 'to:' || key || ':' || value::int / 1000 from jsonb_each_text(s.audience) where value::int >= 1000)
    || array(select tag from (values
      ('er:' || share_step(greatest(s.instagram_engagement, s.tiktok_engagement, s.youtube_engagement, s.blog_engagement, s.ugc_engagement))),
      ('growth:' || share_step(greatest(s.instagram_growth, s.tiktok_growth, s.youtube_growth, s.blog_growth, s.ugc_growth))),
      ('views:' || follower_step(greatest(s.instagram_views, s.tiktok_views, s.youtube_views, s.blog_views, s.ugc_views))),
      ('born:' || s.birth_year / 5),
      (case when s.price is null and s.unconverted_currency is not null then 'unconverted' end)) steps(tag) where tag is not null)
$$;

create function add_search_steps() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.tags := new.tags || search_steps(new);
  return new;
end;
$$;
